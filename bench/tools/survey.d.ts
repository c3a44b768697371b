/* What is used of SurveyJS, which only `npm run bench` installs. */

declare module 'survey-core' {
  export const settings: { animationEnabled: boolean };
  export class Model {
    constructor(json: object);
    lazyRenderEnabled: boolean;
  }
}
declare module 'survey-core/survey-core.fontless.min.css';

declare module 'survey-react-ui' {
  import type { ComponentType } from 'react';
  import type { Model } from 'survey-core';
  export const Survey: ComponentType<{ model: Model }>;
}
