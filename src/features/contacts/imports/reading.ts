import type { Scope } from '../../../core/scope'
import { companyCountry } from '../../platform/company/country'
import { companyLanguage } from '../../platform/company/language'
import type { Reading } from './read-person'

/** The company's country and language, by which its files are read. */
export const readingOf = async (scope: Scope): Promise<Reading> => ({
  country: await companyCountry(scope),
  language: await companyLanguage(scope),
})
