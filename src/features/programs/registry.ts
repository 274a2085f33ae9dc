import type { SessionKind } from '../../shared/bot/route'
import { promptProgram } from '../prompts/program'
import type { Program } from './program'

/** Programs by kind. A session of a kind without a program is handed over to people. */
export const programs: Partial<Record<SessionKind, Program>> = { prompt: promptProgram }
