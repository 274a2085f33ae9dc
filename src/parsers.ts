import type { ParserLimits, ParserName } from './core/parsers/contract'
import { automationParsers } from './features/automation/parsers'
import { contactsParsers } from './features/contacts/parsers'
import { inboxParsers } from './features/inbox/parsers'
import { platformParsers } from './features/platform/parsers'
import { providerParsers } from './features/provider/parsers'
import { whatsappParsers } from './whatsapp/parsers'

/** Name of a parser → its limits. */
export const parserLimits: Record<ParserName, ParserLimits> = {
  ...inboxParsers,
  ...contactsParsers,
  ...automationParsers,
  ...providerParsers,
  ...platformParsers,
  ...whatsappParsers,
}
