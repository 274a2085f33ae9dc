import type { OperationTexts } from '../operation-texts'

/** Texts of operations: billing. */
export const billingTexts: OperationTexts = {
  'GET /api/audit': [
    'List the audit log',
    "Returns a page of the company's audit log, newest line first, filtered by person, entity, action and day.",
  ],
  'GET /api/audit/choices': [
    'List the filters of the audit log',
    'Returns the people, entities and actions that occur in the log.',
  ],
  'GET /api/audit/export': [
    'Export the audit log',
    "Returns the filtered lines of the log as CSV, in the reader's language and the company's time zone.",
  ],
  'GET /api/dashboard': ['Read figures', 'Returns the figures of a period, each with that of the period before.'],
  'GET /api/dashboard/conversations': [
    'List conversations of a figure',
    'Returns a page of the conversations that a figure counts.',
  ],
  'GET /api/dashboard/export': ['Export figures', 'Returns the tables of a period as a workbook or CSV.'],
  'GET /api/dashboard/parts': ['Divide figures', 'Divides a period by queue, agent, tag, number or campaign.'],
  'GET /api/dashboard/parts/export': ['Export divided figures', 'Returns the divided figures as a workbook or CSV.'],
  'GET /api/dashboard/ratings': ['List ratings', 'Returns a page of ratings with customer, agent and time.'],
  'GET /api/dashboard/reports': ['List saved reports', 'Returns own and shared reports of the dashboard.'],
  'POST /api/dashboard/reports': [
    'Save a report',
    'Saves period, division and order of the dashboard under a name.',
    'ERR_NO_USER_FOUND ERR_TOO_MANY_REPORTS',
  ],
  'PUT /api/dashboard/reports/:id': [
    'Change a saved report',
    'Changes name, content or sharing of an own report.',
    'ERR_NO_REPORT_FOUND ERR_NO_USER_FOUND',
  ],
  'DELETE /api/dashboard/reports/:id': [
    'Delete a saved report',
    'Deletes an own report with its mails.',
    'ERR_NO_REPORT_FOUND',
  ],
  'PUT /api/dashboard/reports/:id/mail': [
    'Mail a report each week',
    'Sets weekday, hour and readers of the weekly mail of a report.',
    'ERR_NO_REPORT_FOUND',
  ],
  'GET /api/dashboard/ticketsDay': ['Count conversations by hour', 'Returns the conversations of a day by hour.'],
  'GET /api/dashboard/ticketsUsers': [
    'Count conversations by agent',
    'Returns the conversations of a period by agent.',
  ],
  'GET /api/invoices/export': ['Download own invoices', 'Returns all invoices of the company as CSV.'],
  'GET /api/invoices/everyones/export': ['Download all invoices', 'Returns the invoices of all companies as CSV.'],
  'POST /api/subscription/cancellation': [
    'Cancel the subscription',
    'Ends the licence after the paid time, with a reason that the provider reads.',
    'ERR_CLAIM_WAITING',
  ],
  'DELETE /api/subscription/cancellation': [
    'Take back a cancellation',
    'Goes on with the subscription, while the licence has not ended.',
  ],
  'GET /api/subscription/plans': [
    'List plans to choose from',
    'Returns the plans that the company may choose, each with the time at which it begins, its difference by the day, and the parts of which the company uses more.',
  ],
  'PUT /api/subscription/plan': [
    'Choose a plan',
    'Changes the plan at once if it is dearer, else after the paid time. The difference is a part of the next invoice.',
    'ERR_CLAIM_WAITING ERR_NO_PLAN_FOUND ERR_PLAN_PRICE ERR_PLAN_TOO_SMALL',
  ],
  'GET /api/invoices': ['List own invoices', 'Returns a page of invoices of the company.'],
  'POST /api/invoices': [
    'Create the current invoice',
    'Returns the open invoice of the current period, created when there is none.',
    'ERR_INVOICE_PAID ERR_NO_INVOICE_FOUND',
  ],
  'GET /api/invoices/:id': ['Read an invoice', 'Returns one invoice of the company.', 'ERR_NO_INVOICE_FOUND'],
  'PUT /api/invoices/:id': [
    'Change an invoice',
    'Changes text, value or day of an open invoice.',
    'ERR_INVOICE_PAID ERR_NO_INVOICE_FOUND',
  ],
  'POST /api/invoices/:id/claim': [
    'Say that an invoice was paid',
    'Tells the provider that the company has paid an open invoice, with a receipt (picture or PDF, 5 MB) if it has one. The provider confirms or refuses it.',
    'ERR_INVOICE_PAID ERR_NO_INVOICE_FOUND ERR_MEDIA_TYPE ERR_TOO_LARGE ERR_EMPTY_MESSAGE ERR_NO_ROOM',
  ],
  'POST /api/invoices/:id/refuse': [
    'Refuse a reported payment',
    'Refuses the reported payment of that time, with a reason that the company reads. A newer report is answered with an error that has it.',
    'ERR_CLAIM_CHANGED ERR_INVOICE_PAID ERR_NO_CLAIM ERR_NO_INVOICE_FOUND',
  ],
  'GET /api/invoices/:id/receipt': [
    'Read a receipt',
    'Returns the file that came with a reported payment.',
    'ERR_NO_INVOICE_FOUND ERR_NO_MEDIA_FOUND',
  ],
  'POST /api/invoices/:id/undo': [
    'Take back a settlement',
    'Opens an invoice again that was settled by hand in the last 24 hours, with the licence as before.',
    'ERR_INVOICE_SETTLED ERR_NO_INVOICE_FOUND ERR_PLAN_CHANGED',
  ],
  'POST /api/invoices/:id/confirm': [
    'Confirm a payment',
    'Settles an invoice by hand and extends the licence. `value` is the amount that the person has seen, in cents; another one is refused with the present one.',
    'ERR_INVOICE_PAID ERR_INVOICE_VALUE ERR_NO_INVOICE_FOUND',
  ],
  'GET /api/invoices/all': ['List own invoices for older programs', 'Returns the same as `GET /api/invoices`.'],
  'GET /api/invoices/everyones': ['List invoices of all companies', 'Returns a page of invoices of all companies.'],
  'GET /api/payments/config': [
    'Read the payment settings',
    'Returns the payment settings of the installation, secrets masked.',
  ],
  'PUT /api/payments/config': [
    'Change the payment settings',
    'Stores the payment settings; a secret that comes back as its mask stays.',
    'ERR_CERTIFICATE',
  ],
  'GET /api/payments/log': ['List payment notifications', 'Returns the latest notifications of the payment service.'],
  'GET /api/payments/reminders': [
    'Read the reminders',
    'Returns on which days companies are reminded of an invoice, and by what.',
  ],
  'PUT /api/payments/reminders': [
    'Change the reminders',
    'Stores the days, and whether a mail or a message from a connection is sent.',
    'ERR_NO_WAPP_FOUND',
  ],
  'POST /api/payments/test': [
    'Test the payment settings',
    'Signs in at the payment service with the stored settings.',
    'ERR_PAYMENT_SERVICE',
  ],
  'POST /api/payments/webhook': [
    'Register the payment webhook',
    'Tells the payment service where to send notifications.',
    'ERR_PAYMENT_SERVICE',
  ],
  'GET /api/settings': [
    'List settings',
    'Returns the settings that the caller may read, secrets masked; `key` names one of them.',
    'ERR_NO_PERMISSION ERR_NO_SETTING_FOUND',
  ],
  'GET /api/settings/:key': ['Read a setting', 'Returns one setting.', 'ERR_NO_PERMISSION ERR_NO_SETTING_FOUND'],
  'PUT /api/settings/:key': [
    'Change a setting',
    'Stores the value of one setting.',
    'ERR_NO_PERMISSION ERR_NO_QUEUE_FOUND ERR_NO_SETTING_FOUND ERR_NO_TAG_FOUND',
  ],
  'GET /api/subscription': ['Read the checkout', 'Returns plan, price and ways to pay of the company.'],
  'POST /api/subscription': [
    'Request a Pix charge',
    'Creates the Pix charge of an invoice, or returns the one that exists.',
    'ERR_INVOICE_PAID ERR_NO_INVOICE_FOUND ERR_PAYMENT_NOT_SET ERR_PAYMENT_SERVICE',
  ],
  'POST /api/subscription/card': [
    'Pay by card',
    "Charges an invoice to a card by the payment service's token.",
    'ERR_CARD_REFUSED ERR_INVOICE_PAID ERR_NO_INVOICE_FOUND ERR_PAYMENT_NOT_SET ERR_PAYMENT_PENDING ERR_PAYMENT_SERVICE',
  ],
  'POST /api/subscription/webhook': [
    'Receive a payment notification',
    'Called by the payment service; the payment is confirmed by asking the service.',
  ],
  'POST /api/subscription/webhook/asaas': [
    'Receive a notification of Asaas',
    'Called by Asaas, which repeats the registered token in a header.',
  ],
  'POST /api/subscription/webhook/mercado-pago': [
    'Receive a notification of Mercado Pago',
    'Called by Mercado Pago, which signs the call.',
  ],
  'POST /api/subscription/webhook/card': ['Receive a card notification', 'Called by the payment service about cards.'],
  'POST /api/subscription/webhook/pix': ['Receive a Pix notification', 'Called by the payment service about Pix.'],
}
