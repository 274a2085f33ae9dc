import { limits } from '../../src/shared/limits'
import { length, type Rule } from './form'
import { me } from './session'
import { system } from './system'

interface Person {
  isSuper?: boolean
  /** True for a user of a company that does not exist yet, for which only the provider's minimum holds. */
  isOfNewCompany?: boolean
  /** Minimum for reasons of the form. */
  min?: number
}

/** Minimum and maximum length in force for a new password, as the server decides (features/platform/settings/password-minimum). */
export function passwordBounds({ isSuper = false, isOfNewCompany = false, min = 0 }: Person = {}) {
  const provider = system.value?.passwordMin ?? 0
  const company = isOfNewCompany ? 0 : (me.value?.company.passwordMin ?? 0)
  const product = isSuper ? limits.password.superMin : limits.password.min
  return { min: Math.max(min, provider, company, product), max: limits.password.max }
}

/** Rule of a field with a new password; reads the bounds when it checks, since they arrive after the form was made. */
export const newPasswordLength =
  (person?: Person): Rule<string> =>
  (typed) =>
    length(passwordBounds(person))(typed)
