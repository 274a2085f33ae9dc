import { Elysia, t } from 'elysia'
import { guard } from '../../../../core/http/guard'
import type { Platform } from '../../../../core/scope'
import { providerPasswordMinimum } from '../../../platform/settings/password-minimum'
import { readInstallationSetting } from '../../../platform/settings/service'
import type { Authenticator } from '../authenticator'
import { setupNeeded } from './setup-state'

/** How the server runs. */
export interface SystemMode {
  demo: boolean
  simulatorUrl: string | null
}

/** Facts for the login screen, without authentication; the version is for people who are logged in. */
export const systemRoutes = (auth: Authenticator, { version, ...mode }: SystemMode & { version: string }) =>
  new Elysia({ prefix: '/system' })
    .use(guard(auth))
    .get('/version', () => ({ version }), { renewal: true, response: t.Object({ version: t.String() }) })
    .use(publicFacts(auth, mode))

/** Closed, too, while sign-ups need a mail and no mail server is configured. */
async function isSignUpOpen(platform: Platform): Promise<boolean> {
  if ((await readInstallationSetting(platform, 'userCreation')) !== 'enabled') return false
  const needsMail = (await readInstallationSetting(platform, 'signupConfirmation')) === 'enabled'
  return !needsMail || platform.ports.mail.configured
}

const publicFacts = ({ platform }: Authenticator, { demo, simulatorUrl }: SystemMode) =>
  new Elysia().get(
    '/',
    async () => ({
      demo,
      simulatorUrl,
      setupNeeded: await setupNeeded(platform),
      mail: platform.ports.mail.configured,
      passwordMin: await providerPasswordMinimum(platform),
      signup: await isSignUpOpen(platform),
      signupTerms: await readInstallationSetting(platform, 'signupTerms'),
    }),
    {
      response: t.Object({
        demo: t.Boolean(),
        /** Page of a simulated WhatsApp; null with the real one. */
        simulatorUrl: t.Nullable(t.String()),
        setupNeeded: t.Boolean(),
        /** True when forgotten passwords can be reset by e-mail. */
        mail: t.Boolean(),
        /** Minimum length of new passwords in all companies; a company may require more. */
        passwordMin: t.Number(),
        signup: t.Boolean(),
        /** Address of the terms that a sign-up accepts; empty for none. */
        signupTerms: t.String(),
      }),
    },
  )
