import { describe, expect, it } from "vitest";
import { type CompletionMessage, readConversation } from "./completion-conversation.ts";

const say = (role: CompletionMessage["role"], content: string): CompletionMessage => ({ role, content });

describe("a conversation", () => {
  it("of one question has no history", () => {
    expect(readConversation([say("user", "What is gas?")])).toEqual({
      instructions: undefined,
      history: [],
      question: "What is gas?",
    });
  });

  it("of several turns becomes history, in order", () => {
    const messages = [
      say("system", "Speak like a pirate."),
      say("user", "What is gas?"),
      say("assistant", "The price of work."),
      say("developer", "Be brief."),
      say("user", "And who pays?"),
    ];
    expect(readConversation(messages)).toEqual({
      instructions: "Speak like a pirate.\n\nBe brief.",
      history: [{ user: "What is gas?", assistant: "The price of work." }],
      question: "And who pays?",
    });
  });

  it("keeps together what one side says at a stretch", () => {
    const messages = [
      say("assistant", "Hello."),
      say("user", "One."),
      say("user", "Two."),
      say("assistant", "Three."),
      say("assistant", "Four."),
      say("user", "Five."),
      say("user", "Six."),
    ];
    expect(readConversation(messages)).toEqual({
      instructions: undefined,
      history: [
        { user: "", assistant: "Hello." },
        { user: "One.\n\nTwo.", assistant: "Three.\n\nFour." },
      ],
      question: "Five.\n\nSix.",
    });
  });
});
