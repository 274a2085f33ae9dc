import type { Reader } from '../../../core/scope'
import { readSetting } from '../settings/service'

/** The company's country (ISO 3166), in which numbers without an international prefix are read. */
export const companyCountry = (scope: Reader): Promise<string> => readSetting(scope.db, 'country')
