import type { Reader } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { defaultLanguage, type Language } from '../../../shared/enums'
import { ownCompanyRow } from './own-row'

const languageOf = hot<{}>()((db) => ownCompanyRow(db).select('companies.language'))

/** The language in which the company's automatic texts are written. */
export const companyLanguage = async (scope: Reader): Promise<Language> =>
  (await scope.db.first(languageOf, {}))?.language ?? defaultLanguage
