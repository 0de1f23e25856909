"""What leaves on paper or as a picture: coats of arms, symbols, QR codes, PDF sheets."""
