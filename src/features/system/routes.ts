import { Elysia, t } from 'elysia'
import type { Platform } from '../../core/scope'
import { setupNeeded } from '../auth/setup'
import { readInstallationSetting } from '../settings/service'

/** What the sign-in screen needs to know before anybody is signed in. */
export const systemRoutes = (platform: Platform, { version, demo }: { version: string; demo: boolean }) =>
  new Elysia({ prefix: '/system' }).get(
    '/',
    async () => ({
      version,
      demo,
      setupNeeded: await setupNeeded(platform),
      mail: platform.ports.mail.configured,
      signup: (await readInstallationSetting(platform, 'userCreation')) === 'enabled',
    }),
    {
      response: t.Object({
        version: t.String(),
        demo: t.Boolean(),
        setupNeeded: t.Boolean(),
        /** Whether a forgotten password can be replaced by e-mail. */
        mail: t.Boolean(),
        signup: t.Boolean(),
      }),
    },
  )
