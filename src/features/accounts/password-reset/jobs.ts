import type { JobHandler, Jobs } from '../../../core/jobs/job'
import { hot } from '../../../core/storage/tenant'
import { codeOf, hashOf } from './code'
import { goodForMinutes } from './forget'
import { resetText } from './texts'

const requested = hot<{ id: number }>()((db, p) =>
  db
    .select('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.userId')
    .select(['password_resets.id', 'password_resets.language', 'password_resets.createdAt'])
    .select(['password_resets.expiresAt', 'password_resets.usedAt', 'users.name', 'users.email'])
    .select(['password_resets.codeHash', 'password_resets.userId'])
    .where('password_resets.id', '=', p('id')),
)

const replaceHash = hot<{ id: number; codeHash: string }>()((db, p) =>
  db
    .update('password_resets')
    .set({ codeHash: p('codeHash') })
    .where('id', '=', p('id')),
)

/** Mails the code, unless it is used or expired. A repeat sends the same mail. */
export const mailReset: JobHandler<Jobs['mail.reset']> = {
  async run(scope, { resetId }) {
    const request = await scope.db.first(requested, { id: resetId })
    if (!request || request.usedAt !== null || request.expiresAt <= new Date().toISOString()) return
    const { name, email: to, language } = request
    const { secrets } = scope.ports
    const code = codeOf(secrets, request)
    const codeHash = hashOf(secrets, request.userId, code)
    // An earlier root key made the code: the mailed one takes its place.
    if (codeHash !== request.codeHash)
      await scope.transaction((scope) => scope.db.run(replaceHash, { id: request.id, codeHash }))
    const { subject, text } = resetText(language, { name, code, minutes: goodForMinutes })
    await scope.ports.mail.send({ to, subject, text, id: `reset-${request.id}-${Date.parse(request.createdAt)}` })
  },
  attempts: 6,
  backoffSeconds: 5,
  timeoutSeconds: 60,
  concurrency: 4,
}
