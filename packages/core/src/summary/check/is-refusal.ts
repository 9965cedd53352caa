import { headings } from '../sections/headings.ts'

/** Longer answers are work, whatever they begin with. */
const longestRefusal = 800

const phrases = [
  /\bI(?:'|’)?\s?(?:m| am) (?:sorry|unable|not able)\b/i,
  /\bI (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline)\b.{0,40}\b(?:help|assist|comply|do that|provide|summari[sz]e|continue|fulfil|create|with)\b/i,
  /\bas an AI\b/i,
  /\b(?:against|violates?) (?:my|our|the) (?:guidelines|polic(?:y|ies)|usage)/i,
  /\bno puedo (?:ayudar|asistir|cumplir|hacer|proporcionar)/i,
  /\bje (?:ne peux pas|suis désolée?|regrette)/i,
  /\bich kann (?:dabei|damit|dir|ihnen|das|diese|leider)?.{0,30}nicht (?:helfen|weiterhelfen|unterstützen|erfüllen|zusammenfassen)|tut mir leid/i,
  /\bnão posso (?:ajudar|fazer|fornecer)|\bdesculpe, mas/i,
  /\bnon posso (?:aiutar|fornire|farlo)|\bmi dispiace, ma/i,
  /я не могу (?:помочь|выполнить|это сделать)|извините, (?:но )?я/i,
  /我(?:无法|不能|無法)(?:帮助|协助|提供|完成|满足|協助|幫助)|(?:抱歉|对不起|對不起)[,,]?\s?我/,
  /(?:申し訳|すみません|ご?(?:協力|対応|お手伝い)(?:でき|いたしかね))/,
  /(?:죄송|도와\s?드릴 수 없|제공할 수 없)/,
  /(?:عذرًا|عذرا|آسف|لا أستطيع|لا يمكنني)/,
  /मैं .{0,40}(?:नहीं कर सकता|मदद नहीं)|क्षमा करें/,
] as const

/** True if an answer declines instead of doing the work: short, without our headings, and saying so. */
export function isRefusal(text: string): boolean {
  if (text.length > longestRefusal || headings.some((heading) => text.includes(`## ${heading}`))) return false
  return phrases.some((phrase) => phrase.test(text))
}
