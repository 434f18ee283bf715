"""The pages of lessons: sections, figures, scenes, claims and the map."""
