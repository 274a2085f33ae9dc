export const variables = {
  menu: 'Insert variable',
  firstName: 'Contact’s first name',
  name: 'Contact’s name',
  greeting: 'Greeting by the hour: good morning…',
  protocol: 'Ticket protocol',
  date: 'Date of sending',
  hora: 'Time of sending',
  chooseFile: 'Choose file',
  removeFile: 'Remove {{name}}',
  preview: 'As the customer gets it',
  sample: 'Mary Smith',
  count: '{{count}} of {{max}} characters',
}
