import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Language } from '../../../shared/enums'
import { companyLanguage } from './language'

const languageOf = hot<{ id: number }>()((db, p) => db.select('users').select('language').where('id', '=', p('id')))

/** Language of the acting user's interface, else of the company. */
export const readerLanguage = async (scope: Scope): Promise<Language> =>
  (await scope.db.first(languageOf, { id: scope.viewer.userId }))?.language ?? (await companyLanguage(scope))
