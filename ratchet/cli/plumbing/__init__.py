"""What all commands share: options, streams, colours, the clock."""
