/** SurveyJS with the bench's form, as its documentation renders long forms in React: drawn as they come near, without animations. */
import { createRoot } from 'react-dom/client';
import { Model, settings } from 'survey-core';
import { Survey } from 'survey-react-ui';
import 'survey-core/survey-core.fontless.min.css';
import { bigSurvey } from '../survey-json.ts';

settings.animationEnabled = false; // what shows and hides is there at once
const root = document.getElementById('root');
const model = new Model(bigSurvey());
model.lazyRenderEnabled = true;
if (root) createRoot(root).render(<Survey model={model} />);
