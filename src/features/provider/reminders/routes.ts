import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { ReminderInput, ReminderSettings } from './model'
import { getReminders, setReminders } from './settings'

/** When companies are reminded of an invoice, for the super user. */
export const reminderRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/payments/reminders' })
    .use(guard(auth))
    .get('/', ({ scope, platform }) => getReminders(scope, platform), { super: true, response: ReminderSettings })
    .put('/', ({ scope, platform, body }) => setReminders(scope, platform, body), {
      super: true,
      body: ReminderInput,
      response: ReminderSettings,
    })
