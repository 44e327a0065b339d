export { MessageWidget } from './message-widget.js';
export { type Widget, widgetOf } from './widget.js';
