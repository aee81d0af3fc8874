"""The way of a run that was made before: what git says has not changed is answered as it was answered then."""
