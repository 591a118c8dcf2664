"""The embedded models and what runs them: the only room that imports onnxruntime."""
