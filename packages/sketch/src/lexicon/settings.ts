import { findPhrase, indexWords } from "./word-list.ts";
import lists from "./words/settings.json" with { type: "json" };

export type SettingName = keyof typeof lists.places;

export type Hour = keyof typeof lists.hours;

export type Weather = keyof typeof lists.weathers;

const settings = indexWords(lists.places);
const hours = indexWords(lists.hours);
const weathers = indexWords(lists.weathers);

export const findSetting = (words: readonly string[]): SettingName | undefined => findPhrase(settings, words);
export const findHour = (words: readonly string[]): Hour | undefined => findPhrase(hours, words);
export const findWeather = (words: readonly string[]): Weather | undefined => findPhrase(weathers, words);
