import { Elysia, t } from 'elysia'
import type { Platform } from '../../core/scope'
import { setupNeeded } from '../auth/setup'
import { readInstallationSetting } from '../settings/service'

/** Facts for the login screen, without authentication. */
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
        /** True when forgotten passwords can be reset by e-mail. */
        mail: t.Boolean(),
        signup: t.Boolean(),
      }),
    },
  )
