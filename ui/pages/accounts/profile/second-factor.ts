import i18n from 'i18next'
import { api, unwrapResponse } from '../../../lib/api'
import { updateMe } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { factors, loadFactors } from './factors'

const routes = api.auth['second-factor']

export const startEnrolment = (password: string) => unwrapResponse(routes.post({ password }))

/** Confirms the set-up and returns the recovery codes. `mustEnrol` stays set until the user has stored them. */
export const confirmCode = async (code: string): Promise<string[]> =>
  (await unwrapResponse(routes.confirm.post({ code: code.replace(/\s/g, '') }))).recoveryCodes

export const renewRecoveryCodes = async (proof: { password: string; code?: string }): Promise<string[]> =>
  (await unwrapResponse(routes['recovery-codes'].post(proof))).recoveryCodes

/** Turns the authenticator app off; passkeys stay a second factor. */
export async function disableSecondFactor(proof: { password: string; code?: string }) {
  await unwrapResponse(routes.disable.post(proof))
  await loadFactors()
  updateMe({ secondFactor: (factors.peek()?.passkeys.length ?? 0) > 0 })
  toastSuccess(i18n.t('twoStep.off'))
}
