"""The routes: each finds the seat, reads the form, calls the store and renders a page."""
