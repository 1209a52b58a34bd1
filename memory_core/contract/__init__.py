"""The contract: all that a gateway or a client may know of the core.

    gen/         stubs of proto/memory/v1, written by build.py
    errors.py    the one error table and ApiError, which every layer above the ports raises
    status.py    ApiError <-> google.rpc.Status, and back from a failed call
    jsonform.py  JSON <-> messages, by the descriptors: parse() names what is wrong, render() is made for the hot path
                 (jsonread.py, jsonvalues.py and jsonwrite.py behind it)
    instants.py  the spellings of an instant in JSON
    validation.py
                 the rules written in the protos, as ApiError
    paging.py    page tokens
    masks.py     which fields an update changes
    metadata.py  names of metadata keys, and what travels beside a request
    client.py    a channel to a core, with its typed stubs
    build.py     compiles, checks drift, lints, looks for breaking changes

Nothing here knows the engine, the ports or a store.
"""
