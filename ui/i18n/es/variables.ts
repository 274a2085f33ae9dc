export const variables = {
  menu: 'Insertar variable',
  firstName: 'Primer nombre del contacto',
  name: 'Nombre del contacto',
  greeting: 'Saludo según la hora: buenos días…',
  protocol: 'Protocolo de la atención',
  date: 'Fecha del envío',
  hora: 'Hora del envío',
  chooseFile: 'Elegir archivo',
  removeFile: 'Quitar {{name}}',
  preview: 'Así lo recibe el cliente',
  sample: 'María Gómez',
  count: '{{count}} de {{max}} caracteres',
}
