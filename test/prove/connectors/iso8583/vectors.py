"""Encodes messages with pyiso8583, a codec that is not ours. Reads cases in JSON from standard
input and writes the same cases with the bytes in hexadecimal."""

import json
import sys

sys.path.insert(0, sys.argv[1])

import iso8583

TEXT = {"ascii": "ascii", "ebcdic": "cp500"}
HEX = {"hex-ascii": "ascii", "hex-ebcdic": "cp500"}


def fixed(data_enc, length, **more):
    return {"data_enc": data_enc, "len_enc": "ascii", "len_type": 0, "max_len": length, "desc": "", **more}


def digits(encoding, length, padding):
    if encoding != "bcd":
        return fixed(TEXT[encoding], length)
    pad = {"left_pad": "0"} if padding == "left" else {"right_pad": "F"}
    return fixed("b", length, len_count="nibbles", **pad)


def field(spec):
    content, length, encodings = spec["content"], spec["length"], spec["encodings"]
    if content == "n":
        made = digits(encodings["digits"], length, encodings["padding"])
    elif content == "z":
        made = digits(encodings["tracks"], length, encodings["padding"])
    elif content == "b":
        raw = encodings["bytes"] == "raw"
        made = fixed("b", length) if raw else fixed(HEX[encodings["bytes"]], 2 * length)
    else:
        made = fixed(TEXT[encodings["text"]], length)
    size = spec["lengthDigits"]
    if size > 0 and encodings["lengths"] == "bcd":
        made.update(len_enc="bcd", len_type=(size + 1) // 2)
    elif size > 0:
        made.update(len_enc=TEXT[encodings["lengths"]], len_type=size)
    return made


def bitmap(encoding):
    return fixed("b", 8) if encoding == "raw" else fixed(HEX[encoding], 16)


def encode(case):
    encodings = case["encodings"]
    spec = {str(number): fixed("ascii", 0) for number in range(2, 129)}
    spec.update({number: field(one) for number, one in case["formats"].items()})
    spec["h"] = fixed("ascii", 0)
    spec["t"] = digits(encodings["digits"], 4, encodings["padding"])
    spec["p"] = spec["1"] = bitmap(encodings["bitmap"])
    raw, _ = iso8583.encode({"t": case["type"], **case["fields"]}, spec)
    return raw.hex()


json.dump([encode(case) for case in json.load(sys.stdin)], sys.stdout)
