"""How good a model still is: perplexity, agreement of two models, the model that ships."""
