"""The lab: an event, a campaign or a fight tried thousands of times, with the real rules and the error told."""
