import { findTool } from "@mintwright/test-harness";

/** The programs that random histories need beside those of the other fault tests. */
export interface Tools {
  minio: string;
  toxiproxy: string;
  fakeTimeLibrary: string;
}

/** Finds them; undefined when one is missing where that only skips the test. */
export function findTools(): Tools | undefined {
  const purpose = "random histories of faults";
  const [minio, toxiproxy, fakeTimeLibrary] = ["MINIO", "TOXIPROXY", "LIBFAKETIME"].map((variable) =>
    findTool({ variable, purpose }),
  );
  return minio && toxiproxy && fakeTimeLibrary ? { minio, toxiproxy, fakeTimeLibrary } : undefined;
}
