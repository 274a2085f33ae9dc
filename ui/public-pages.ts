/** Pages without a session, except the login: one chunk (docs/adr/0161). */

export { InvitePage } from './pages/accounts/invite/invite-page'
export { ForgetPage } from './pages/accounts/password-reset/password-reset-page'
export { EnrolPage } from './pages/accounts/setup/enrol-page'
export { SetupPage } from './pages/accounts/setup/setup-page'
export { ConfirmPage } from './pages/accounts/signup/confirm-page'
export { SignupPage } from './pages/accounts/signup/signup-page'
