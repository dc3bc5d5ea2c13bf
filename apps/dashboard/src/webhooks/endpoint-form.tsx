import { type WebhookEndpoint, type WebhookEventType, webhookEvents } from "@mintwright/api-contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";
import { readEvents } from "./webhook-queries.ts";

/** Creates an endpoint, or edits `endpoint`. */
export function EndpointForm({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState(endpoint ? readEvents(endpoint.events) : null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const body = { url, description, events };
      if (!endpoint) return call("POST /operations/webhooks/endpoints", { body });
      const params = { endpointId: endpoint.id };
      return call("PUT /operations/webhooks/endpoints/{endpointId}", {
        params,
        body: { ...body, isEnabled: endpoint.isEnabled },
      });
    },
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={endpoint ? "Edit endpoint" : "Add endpoint"}
      text="Events are sent as signed POST requests. A delivery that fails is retried for a day."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          label="URL"
          type="url"
          required
          placeholder="https://example.com/webhooks"
          hint="A public http or https address on port 80, 443, 8080 or 8443."
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            save.reset();
          }}
        />
        <Field
          label="Description"
          maxLength={200}
          placeholder="For example: production"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <EventChoice events={events} onChange={setEvents} />
        {save.error && <Failure error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={save.isPending} disabled={events?.length === 0}>
            {endpoint ? "Save" : "Add endpoint"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Events = WebhookEventType[] | null;

function EventChoice({ events, onChange }: { events: Events; onChange: (events: Events) => void }) {
  const toggle = (event: WebhookEventType, isChosen: boolean) =>
    onChange(webhookEvents.filter((each) => (each === event ? isChosen : events?.includes(each))));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Events</legend>
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name="events"
          className="size-4 accent-accent"
          checked={events === null}
          onChange={() => onChange(null)}
        />
        All events, also new ones
      </label>
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name="events"
          className="size-4 accent-accent"
          checked={events !== null}
          onChange={() => onChange([...webhookEvents])}
        />
        Only these events
      </label>
      {events && (
        <div className="flex flex-col gap-2 pl-6">
          {webhookEvents.map((event) => (
            <label key={event} className="flex items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
              <span className="numbers">{event}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
