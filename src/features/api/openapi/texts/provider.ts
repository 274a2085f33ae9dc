import type { OperationTexts } from '../operation-texts'

/** Texts of operations: provider. */
export const providerTexts: OperationTexts = {
  'GET /api/announcements': [
    'List announcements',
    'Returns announcements of the provider, by priority and time, with the number that the person has not read.',
  ],
  'POST /api/announcements': ['Write an announcement', 'Publishes an announcement to the users of every company.'],
  'GET /api/announcements/:id': [
    'Read an announcement',
    'Returns one announcement with its picture.',
    'ERR_NO_ANNOUNCEMENT_FOUND',
  ],
  'PUT /api/announcements/:id': [
    'Change an announcement',
    'Changes text, priority or visibility of an announcement; one that becomes visible again counts as unread.',
    'ERR_NO_ANNOUNCEMENT_FOUND',
  ],
  'DELETE /api/announcements/:id': [
    'Delete an announcement',
    'Deletes an announcement with its picture.',
    'ERR_NO_ANNOUNCEMENT_FOUND',
  ],
  'POST /api/announcements/:id/media-upload': [
    'Add a picture to an announcement',
    'Stores a picture as multipart form and replaces the one before.',
    'ERR_NO_ANNOUNCEMENT_FOUND',
  ],
  'DELETE /api/announcements/:id/media-upload': [
    'Remove the picture of an announcement',
    'Removes the picture; the text stays.',
    'ERR_NO_ANNOUNCEMENT_FOUND',
  ],
  'POST /api/announcements/read': [
    'Mark announcements as read',
    'Marks all announcements visible now as read by the signed-in person.',
  ],
  'GET /api/companies': ['List companies', 'Returns a page of all companies with plan, due date and use.'],
  'POST /api/companies': [
    'Create a company',
    'Creates a company with its first admin; without a password the admin gets an invitation, by link and by mail.',
    'ERR_COMPANY_NAME_ALREADY_EXISTS ERR_EMAIL_TAKEN ERR_NO_PLAN_FOUND ERR_WEAK_PASSWORD',
  ],
  'GET /api/companies/:id': ['Read a company', 'Returns one company; admins read their own.', 'ERR_NO_COMPANY_FOUND'],
  'PUT /api/companies/:id': [
    'Change a company',
    'Changes data, plan, due date or state of a company.',
    'ERR_COMPANY_NAME_ALREADY_EXISTS ERR_NO_COMPANY_FOUND ERR_NO_PLAN_FOUND ERR_OWN_COMPANY',
  ],
  'DELETE /api/companies/:id': [
    'Delete a company',
    'Deletes a company with everything it has.',
    'ERR_NO_COMPANY_FOUND ERR_OWN_COMPANY',
  ],
  'GET /api/companies/:id/exports': [
    'List copies of a company',
    'Returns the copies of a company that are being made or can be downloaded.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'POST /api/companies/:id/exports': [
    'Start a copy of a company',
    'Starts a copy of a company for another installation.',
    'ERR_NO_COMPANY_FOUND ERR_NO_ROOM',
  ],
  'PUT /api/companies/:id/locale': [
    'Change language and time zone',
    'Changes language and time zone of the company.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'POST /api/companies/:id/invitation': [
    'Invite the first admin again',
    'Makes a new link for the first admin of a company without people; the earlier one is worthless then.',
    'ERR_NO_COMPANY_FOUND ERR_NO_INVITATION_FOUND',
  ],
  'POST /api/companies/:id/renew': [
    'Renew a licence',
    'Moves the due date of a company by one period of its plan.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'GET /api/companies/:id/schedules': [
    'Read opening hours',
    'Returns opening hours and holidays of the company.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'PUT /api/companies/:id/schedules': [
    'Change opening hours',
    'Stores opening hours and holidays of the company.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'GET /api/companies/:id/support': [
    'Read the support access of a company',
    'Tells whether the provider may enter the company, and who is in it.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'POST /api/companies/:id/support': [
    'Begin a support visit',
    'Opens a login in the company for a stated reason and a limited time.',
    'ERR_NO_COMPANY_FOUND ERR_OWN_COMPANY',
  ],
  'POST /api/companies/cadastro': [
    'Sign up',
    'Creates a company with its first admin, where sign-up is open.',
    'ERR_COMPANY_NAME_ALREADY_EXISTS ERR_EMAIL_TAKEN ERR_FORBIDDEN_ORIGIN ERR_NO_PLAN_FOUND ERR_SETUP_NEEDED ERR_USER_CREATION_DISABLED ERR_WEAK_PASSWORD',
  ],
  'POST /api/companies/cadastro/confirm': [
    'Confirm a sign-up',
    'Creates the company of a link that was mailed to its first admin.',
    'ERR_COMPANY_NAME_ALREADY_EXISTS ERR_EMAIL_TAKEN ERR_FORBIDDEN_ORIGIN ERR_INVITATION_INVALID ERR_NO_PLAN_FOUND ERR_USER_CREATION_DISABLED',
  ],
  'POST /api/companies/import': [
    'Import a company',
    'Creates a company from the copy of another installation, wholly or not at all.',
    'ERR_COMPANY_NAME_ALREADY_EXISTS ERR_EMAIL_TAKEN ERR_IMPORT_FILE ERR_NO_PLAN_FOUND',
  ],
  'GET /api/companies/list': ['List company names', 'Returns id and name of all companies.'],
  'GET /api/companies/listPlan/:id': [
    "Read a company's plan",
    'Returns the plan of a company.',
    'ERR_NO_COMPANY_FOUND',
  ],
  'GET /api/look': [
    'Read the look',
    'Returns name, colour, pictures and support contact that the provider gives the product.',
  ],
  'PUT /api/look': ['Change the look', 'Changes name, colour or support contact; an empty text restores the default.'],
  'GET /api/look/files/:file': [
    'Download a picture of the look',
    'Returns a logo or icon as PNG; its name is the hash of its content.',
    'ERR_NO_MEDIA_FOUND',
  ],
  'PUT /api/look/pictures/:kind': [
    'Replace the logo or the icon',
    'Draws the pictures of a logo, or of a square icon, from a file in base64.',
    'ERR_PICTURE_NOT_SQUARE',
  ],
  'DELETE /api/look/pictures/:kind': ['Remove the logo or the icon', "Shows the product's own picture again."],
  'GET /api/helps': ['List help videos', 'Returns the help videos of the provider.'],
  'POST /api/helps': ['Add a help video', 'Adds a video to the help of every company.'],
  'PUT /api/helps/:id': ['Change a help video', 'Changes title, video or description.', 'ERR_NO_HELP_FOUND'],
  'DELETE /api/helps/:id': ['Delete a help video', 'Removes a video from the help.', 'ERR_NO_HELP_FOUND'],
  'GET /api/helps/list': ['List help videos by name', 'Returns the help videos without descriptions of use.'],
  'GET /api/nodes': ['List nodes', 'Returns the processes that share the database, with their work.'],
  'PUT /api/nodes/:id': [
    'Drain a node',
    'Drains a node, or lets it take work again.',
    'ERR_LAST_NODE ERR_NO_NODE_FOUND',
  ],
  'POST /api/plans': [
    'Create a plan',
    'Creates a plan with its features, limits and price.',
    'ERR_PLAN_NAME_ALREADY_EXISTS',
  ],
  'GET /api/plans/:id': ['Read a plan', 'Returns one plan.', 'ERR_NO_PLAN_FOUND'],
  'PUT /api/plans/:id': [
    'Change a plan',
    'Changes a plan for all companies that have it.',
    'ERR_NO_PLAN_FOUND ERR_PLAN_NAME_ALREADY_EXISTS',
  ],
  'DELETE /api/plans/:id': [
    'Delete a plan',
    'Deletes a plan that no company has.',
    'ERR_NO_PLAN_FOUND ERR_PLAN_IN_USE',
  ],
  'GET /api/plans/all': ['List all plans', 'Returns all plans with their numbers of companies.'],
  'GET /api/plans/list': ['List public plans', 'Returns the plans that the sign-up offers.'],
  'GET /api/releases': ['Read newer versions', 'Tells whether a newer version is announced, and what it changes.'],
  'GET /api/stalls': ['List stopped work', 'Returns work that stopped the process and waits for a person.'],
  'GET /api/support': ['Read own support access', 'Tells whether the provider is in the company, and why.'],
  'GET /api/support/:id': ['Read a support visit', 'Returns a visit with what was done in it.', 'ERR_NO_SUPPORT_FOUND'],
  'DELETE /api/support/:id': [
    'End a support visit',
    "Ends the provider's login in the company.",
    'ERR_NO_SUPPORT_FOUND',
  ],
  'GET /api/support/visits': ['List support visits', "Returns a page of the provider's visits to the company."],
  'GET /api/system': ['Read public facts', 'Returns what the login page needs, such as whether sign-up is open.'],
  'GET /api/system/version': ['Read the version', 'Returns the version of the server.'],
  'GET /api/backups': [
    'List backups',
    'Returns the scheduled backups with their last success, age and size, and what failed.',
  ],
  'POST /api/backups': ['Start a backup', 'Starts a backup now, beside the scheduled ones.', 'ERR_NO_BACKUP_NOW'],
  'GET /api/morning': [
    'Read the overview of the provider',
    'Returns what needs the provider: numbers, disk, jobs, webhooks, backups, companies and revenue.',
  ],
  'GET /api/morning/companies': [
    'List companies of the overview',
    'Returns a page of all companies, sorted, searched and filtered by the server.',
  ],
  'GET /api/morning/mail': [
    'Read how the overview is received',
    'Returns the hour at which the super user receives the overview, and whether by mail and by WhatsApp.',
  ],
  'PUT /api/morning/mail': [
    'Change how the overview is received',
    'Stores hour, mail, and the connection and number of WhatsApp for the super user. Returns the stored values.',
  ],
}
