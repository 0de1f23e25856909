"""Who stands where: ordered named tie-breaks in exact numbers, each rank explained, cheap to correct."""
