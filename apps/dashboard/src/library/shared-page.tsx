import type { SharedItem } from "@mintwright/api-contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { buttonLink } from "../ui/button.tsx";
import { Mark } from "../ui/mark.tsx";
import { Panel } from "../ui/page.tsx";
import { LoadingRows } from "../ui/states.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { ItemPreview } from "./item-preview.tsx";

const route = getRouteApi("/shared/$token");

/** A read-only page for everybody who has the link of an item. */
export function SharedPage() {
  const { token } = route.useParams();
  const { data: item, error } = useQuery({
    queryKey: ["shared", token],
    queryFn: async (): Promise<SharedItem> => {
      const answer = await fetch(`/shared/${encodeURIComponent(token)}`);
      if (!answer.ok) throw new Error("This link does not work any more. Ask its owner for another one.");
      return (await answer.json()).data;
    },
    retry: false,
  });
  useEffect(() => {
    document.title = `${item?.title ?? "Shared item"} · Mintwright`;
  }, [item]);
  const fileUrl = `/shared/${token}/file`;
  return (
    <div className="mx-auto flex min-h-screen max-w-4xl flex-col gap-6 px-4 py-6">
      <header className="flex items-center gap-2 font-semibold">
        <Mark /> Mintwright
      </header>
      <main className="flex flex-col gap-6">
        {error && (
          <p role="alert" className="rounded-md border border-line bg-surface p-6">
            {error.message}
          </p>
        )}
        {!item && !error && <LoadingRows />}
        {item && (
          <>
            <div className="flex flex-wrap items-end justify-between gap-4">
              <h1 className="min-w-0 break-words text-xl">{item.title}</h1>
              {item.contentType && (
                <a href={fileUrl} download className={buttonLink.quiet}>
                  Download
                </a>
              )}
            </div>
            <Panel>
              <ItemPreview item={item} fileUrl={fileUrl} />
            </Panel>
            <Panel>
              <ItemFacts item={item} />
            </Panel>
          </>
        )}
      </main>
    </div>
  );
}
