import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CallError } from "./api/call.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Parts of a page that need the same data at slightly different moments ask once.
      staleTime: 2_000,
      // Retry only when the server was not reached: an HTTP error would be the same again.
      retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.status >= 400),
    },
  },
});

const router = createAppRouter(queryClient);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
