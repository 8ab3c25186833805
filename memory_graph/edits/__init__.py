"""A person's corrections in a review: sentence, slot and time are made to agree. Pure."""
