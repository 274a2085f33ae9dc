/** Days, counted from the due date, on which a company can be reminded, and how many of them. */
export const reminderDays = { earliest: -15, latest: 30, most: 8 }
