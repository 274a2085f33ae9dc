import type { Generated } from 'kysely'
import type { IntegrationLanguage, IntegrationType } from '../../../shared/enums'
import type { Owned } from '../schema'

/** Programs outside that answer customers. */
export interface IntegrationTables {
  queue_integrations: Owned & {
    type: IntegrationType
    name: string
    /** Name for order, search and uniqueness: lower case, without accents. */
    code: string
    /** Google Cloud project of a Dialogflow agent; the name for the other types. */
    projectName: string
    language: Generated<IntegrationLanguage>
    /** Address of the program; the base address of a Typebot viewer. */
    urlN8N: Generated<string>
    typebotSlug: Generated<string>
    /** Minutes of silence after which a Typebot session starts again; 0 for never. */
    typebotExpires: Generated<number>
    /** Milliseconds of typing before each message. */
    typebotDelayMessage: Generated<number>
    typebotKeywordFinish: Generated<string>
    typebotKeywordRestart: Generated<string>
    typebotRestartMessage: Generated<string>
    typebotUnknownMessage: Generated<string>
    /** Flow to start, for the type flowbuilder. */
    flowId: number | null
    /** JSON key of a Google service account, encrypted. */
    jsonSealed: Uint8Array | null
    /** Key that signs requests to n8n and webhooks, encrypted. */
    secretSealed: Uint8Array | null
    /** Code and time of the last request without a usable answer; null while it answers. */
    failure: Generated<string | null>
    failedAt: Generated<string | null>
  }
}
