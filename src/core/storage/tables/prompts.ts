import type { Generated } from 'kysely'
import type { PromptCallKind, PromptOutcome } from '../../../shared/enums'
import type { VoiceChoice } from '../../../shared/voices'
import type { Owned, Owner } from '../schema'

/** Prompts of language models, and what their calls cost. */
export interface PromptTables {
  prompts: Owned & {
    name: string
    prompt: string
    model: string
    maxTokens: Generated<number>
    temperature: Generated<number>
    /** Newest messages of the attendance that are sent with a question. */
    maxMessages: Generated<number>
    /** Queue that a ticket enters when the customer needs a person or the service fails; null after a handover to none. */
    queueId: number | null
    baseUrl: string
    /** API key, encrypted; null after an import. */
    keySealed: Uint8Array | null
    /** Time at which the service refused the key; null after the key was replaced. */
    keyRefusedAt: string | null
    /** Millionths of a US dollar per million tokens; null for the known price of the model. */
    inputPrice: number | null
    outputPrice: number | null
    /** `texto`, or the voice that speaks the answers (`shared/voices.ts`). */
    voice: Generated<VoiceChoice>
    /** Region of the speech service's resource; empty for text. */
    voiceRegion: Generated<string>
    /** Key of the speech service, encrypted; null for text, and after an import. */
    voiceKeySealed: Generated<Uint8Array | null>
    /** Time at which the speech service refused the key; null after the key was replaced. */
    voiceKeyRefusedAt: Generated<string | null>
  }
  /** Log of calls, without texts. The ids of prompt and ticket may belong to deleted rows. */
  prompt_calls: {
    id: Generated<number>
    companyId: Owner
    startedAt: string
    promptId: number | null
    ticketId: number | null
    kind: PromptCallKind
    /** Model, or voice. */
    model: string
    /** Characters that a voice was to speak. */
    characters: Generated<number>
    outcome: PromptOutcome
    /** While the outcome is `started`, an upper estimate, which counts for the budget. */
    inputTokens: number
    outputTokens: number
    /** Millionths of a US dollar. */
    cost: number
    durationMs: number | null
    /** Answer of the service that refused, without the key. */
    detail: Generated<string>
  }
  /** Sums of a month (`yyyy-mm` in the company's time zone). */
  prompt_months: { companyId: Owner; month: string; calls: number; tokens: number; cost: number }
}
