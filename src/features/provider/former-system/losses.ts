/** Reasons for which something of the former system is left out or changed, as the report names them. */
export const lossTexts = {
  contactNumber: 'contacts without a usable number',
  contactRepeated: 'contacts that repeat the number of another, joined with it',
  emailTaken: 'people whose e-mail is used here already',
  emailInvalid: 'people without a valid e-mail',
  adminPromoted: 'people made admins, because no admin of the company can be brought',
  adminMade: 'admins made with an address that is not one, because no admin and no other person can be brought',
  ticketContact: 'tickets of contacts that are left out',
  ticketRepeated: 'live tickets beside a newer one of the same contact and number, brought as closed',
  messageTicket: 'messages of tickets that are left out',
  messageRepeated: 'messages that repeat another',
  fileMissing: 'files that are missing, empty or too large',
  quickEmpty: 'quick messages without a text',
  noteEmpty: 'notes without a text',
  company: 'rows that belong to no company',
} as const
export type Loss = keyof typeof lossTexts

/** Counts of what is left out or changed, in one company. */
export class Losses {
  private readonly counts = new Map<Loss, number>()

  add(loss: Loss, count = 1) {
    this.counts.set(loss, (this.counts.get(loss) ?? 0) + count)
  }

  /** Lines such as `12 messages that repeat another`. */
  lines(): string[] {
    return [...this.counts].map(([loss, count]) => `${count} ${lossTexts[loss]}`)
  }
}
