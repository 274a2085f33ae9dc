import type { Scope } from '../../../core/scope'
import { readStopWords } from '../../../shared/flow/values'
import { readSetting } from '../../platform/settings/service'

/** The company's words of a customer that end a flow, folded. */
export const stopWordsOf = async ({ db }: Scope): Promise<string[]> =>
  readStopWords(await readSetting(db, 'flowStopWords'))
