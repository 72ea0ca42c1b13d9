import theme from 'vitepress/theme';
import './kubewin.css';

export default theme;
