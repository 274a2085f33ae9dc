import type { SessionKind } from '../../../shared/bot/route'
import { integrationProgram } from '../integrations/program'
import { promptProgram } from '../prompts/program'
import type { Program } from './program'

/** Programs by kind. */
export const programs: Record<SessionKind, Program> = { integration: integrationProgram, prompt: promptProgram }
