/** Tokens of one call. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

/** Millionths of a US dollar per million tokens read and written. */
interface Prices {
  inputPrice: number | null
  outputPrice: number | null
}

/** Prices that OpenAI publishes for the two named models (https://openai.com/api/pricing). */
const knownPrices: Record<string, { inputPrice: number; outputPrice: number }> = {
  'gpt-3.5-turbo-1106': { inputPrice: 1_000_000, outputPrice: 2_000_000 },
  'gpt-4o-mini': { inputPrice: 150_000, outputPrice: 600_000 },
}

/** Cost in millionths of a US dollar, rounded up; 0 without a price. */
export function costOf({ model, ...own }: PricedModel, { inputTokens, outputTokens }: TokenUsage): number {
  const modelPrices = Object.hasOwn(knownPrices, model) ? knownPrices[model] : undefined
  const inputPrice = own.inputPrice ?? modelPrices?.inputPrice ?? 0
  const outputPrice = own.outputPrice ?? modelPrices?.outputPrice ?? 0
  return Math.ceil((inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000)
}

/** A model with the prices that its prompt gives. */
export interface PricedModel extends Prices {
  model: string
}

/** Characters of one token at least, as an upper estimate of the tokens of a text in Portuguese, English or Spanish. */
const shortestToken = 2.5
/** Tokens that the protocol adds to each message, and to the list of tools. */
const tokensPerMessage = 8
const tokensOfTools = 80

/** Upper estimate of the tokens of a request, counted until the service reports its usage. */
export const estimateUsage = (texts: string[], maxTokens: number): TokenUsage => ({
  inputTokens: texts.reduce(
    (sum, text) => sum + Math.ceil(text.length / shortestToken) + tokensPerMessage,
    tokensOfTools,
  ),
  outputTokens: maxTokens,
})

/** Price of whisper-1 in millionths of a US dollar per second (0.006 per minute, https://openai.com/api/pricing). */
const speechPrice = 100

/** Cost of a transcription in millionths of a US dollar. */
export const costOfSpeech = (seconds: number) => Math.ceil(seconds) * speechPrice

/**
 * Price of a neural voice in millionths of a US dollar per character (15 per million characters,
 * https://azure.microsoft.com/pricing/details/cognitive-services/speech-services/).
 */
const voicePrice = 15

/** Cost of speaking a text in millionths of a US dollar. */
export const costOfVoice = (characters: number) => characters * voicePrice
