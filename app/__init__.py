"""Web pages and storage around the engine. Asks the engine; never decides a rule."""
