"""What is said to chat models, and the shape of what they answer.

Each prompt is a typed render function beside its reply schema; its words are in the ``.md`` files,
English and Chinese. Clocks are passed in. Every render function takes ``template=`` to replace
our words by the caller's.
"""
