import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { Backups } from './model'
import { readBackups } from './read'
import { startBackup } from './start'

/** Backups of the installation, for the provider. */
export const backupRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/backups' })
    .use(guard(auth))
    .get('/', ({ platform }) => readBackups(platform), { super: true, response: Backups })
    .post('/', ({ scope, platform }) => startBackup(scope, platform), { super: true, response: Backups })
