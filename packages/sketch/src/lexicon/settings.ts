import { findPhrase, indexWords } from "./word-list.ts";
import lists from "./words/settings.json" with { type: "json" };

/** The places that can stand behind a subject. */
export type SettingName = keyof typeof lists.places;

/** The hour that lights a picture. */
export type Hour = keyof typeof lists.hours;

/** What falls through the air. */
export type Weather = keyof typeof lists.weathers;

const settings = indexWords(lists.places);
const hours = indexWords(lists.hours);
const weathers = indexWords(lists.weathers);

/** The place that a text names. */
export const findSetting = (words: readonly string[]): SettingName | undefined => findPhrase(settings, words);
/** The hour that a text names. */
export const findHour = (words: readonly string[]): Hour | undefined => findPhrase(hours, words);
/** The weather that a text names. */
export const findWeather = (words: readonly string[]): Weather | undefined => findPhrase(weathers, words);
