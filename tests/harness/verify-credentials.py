"""Verifies the content credentials of files: their names come from stdin, one a line; a line of JSON answers each."""

import json
import sys

import c2pa

anchor = open(sys.argv[1]).read()
settings = c2pa.Settings.from_dict(
    {"trust": {"user_anchors": anchor}, "verify": {"verify_trust": True}}
)


def verify(path):
    try:
        with c2pa.Reader(path, context=c2pa.Context(settings)) as reader:
            store = json.loads(reader.json())
    except c2pa.C2paError as error:
        return {"state": "None", "problems": [str(error)]}
    manifest = store["manifests"][store["active_manifest"]]
    action = next(
        action
        for assertion in manifest["assertions"]
        if assertion["label"].startswith("c2pa.actions")
        for action in assertion["data"]["actions"]
    )
    return {
        "state": store["validation_state"],
        "problems": [one["code"] for one in store.get("validation_status", [])],
        "manifest": store["active_manifest"],
        "action": action["action"],
        "source": action["digitalSourceType"].rsplit("/", 1)[-1],
        "madeBy": action["softwareAgent"]["name"],
        "ingredients": [
            one.get("active_manifest") for one in manifest.get("ingredients", [])
        ],
    }


for line in sys.stdin:
    print(json.dumps(verify(line.rstrip("\n"))), flush=True)
