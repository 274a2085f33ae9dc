import i18n from 'i18next'
import { api, ask } from '../../lib/api'
import { updateMe } from '../../lib/session'
import { toastSuccess } from '../../lib/toast'

const routes = api.auth['second-factor']

export const startEnrolment = (password: string) => ask(routes.post({ password }))

/** Confirms the set-up and returns the recovery codes. `mustEnrol` stays set until the user has stored them. */
export const confirmCode = async (code: string): Promise<string[]> =>
  (await ask(routes.confirm.post({ code: code.replace(/\s/g, '') }))).recoveryCodes

export const renewRecoveryCodes = async (proof: { password: string; code: string }): Promise<string[]> =>
  (await ask(routes['recovery-codes'].post(proof))).recoveryCodes

export async function disableSecondFactor(proof: { password: string; code: string }) {
  await ask(routes.disable.post(proof))
  updateMe({ secondFactor: false })
  toastSuccess(i18n.t('twoStep.off'))
}
