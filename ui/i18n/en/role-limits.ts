export const roleLimits = {
  title: 'What each profile may do',
  hint: 'Untick to take a right from a profile. It takes effect at once, also for people who are signed in; no right beyond those of today is given.',
  allTickets: 'See tickets of colleagues',
  allTicketsHint: 'Without it: only their own, and those that wait in their queues.',
  export: 'Export',
  exportHint: 'Spreadsheets of contacts, dashboard, campaigns and audit log; the copy of the company.',
  delete: 'Delete',
  deleteHint: 'Tickets, contacts, lists and campaigns; erasing the data of a person.',
  campaigns: 'Campaigns',
  campaignsHint: 'See, make and send campaigns; contact lists and opt-outs.',
  numbers: 'Numbers of customers',
  numbersHint:
    'Without it: only the last four digits, also in searches, spreadsheets and notifications; and no import of contacts.',
}
