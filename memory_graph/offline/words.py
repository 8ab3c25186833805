"""The word tables: topics, relations, technologies, jobs, events, illnesses, surnames.

A table has one entry a line, ``id: english, words; 中文, 词``; a key may stand on several lines.
Lists are words between blanks.
"""

from __future__ import annotations

TOPICS = """
coffee: coffee, coffees; 咖啡
green_tea: green tea; 绿茶
black_tea: black tea; 红茶
oolong: oolong, oolong tea; 乌龙, 乌龙茶
tea: tea, teas; 茶, 茶叶
milk: milk; 牛奶
water: water; 水, 白水, 白开水
beer: beer, beers; 啤酒
wine: wine, wines, red wine; 葡萄酒, 红酒
alcohol: alcohol, drinking, liquor; 酒, 白酒, 饮酒, 酒精
juice: juice; 果汁
cola: cola, coke; 可乐
meat: meat; 肉, 肉类
beef: beef; 牛肉
pork: pork; 猪肉
chicken: chicken; 鸡肉
fish: fish; 鱼
seafood: seafood; 海鲜
shrimp: shrimp, shrimps, prawns; 虾
peanut: peanut, peanuts; 花生
nut: nut, nuts; 坚果
egg: egg, eggs; 鸡蛋
rice: rice; 米饭
noodles: noodles; 面条, 面食
bread: bread; 面包
fruit: fruit, fruits; 水果
apple: apple, apples; 苹果
mango: mango, mangoes, mangos; 芒果
durian: durian; 榴莲
coriander: coriander, cilantro; 香菜
spicy_food: spicy food, spicy, chili; 辣, 辣的, 辣味, 辣椒
sweets: sweets, sweet food, candy, dessert, desserts; 甜食, 甜的, 甜品, 糖
chocolate: chocolate; 巧克力
pizza: pizza; 披萨
sushi: sushi; 寿司
hotpot: hot pot, hotpot; 火锅
smoking: smoking, cigarettes, tobacco; 烟, 抽烟, 吸烟, 香烟
music: music; 音乐
jazz: jazz; 爵士, 爵士乐
classical_music: classical music; 古典音乐
reading: reading, books; 读书, 看书, 书, 阅读
novels: novels, fiction; 小说
films: films, movies, cinema; 电影
running: running, jogging; 跑步
swimming: swimming, swim; 游泳
hiking: hiking, hike; 徒步, 爬山, 登山
cycling: cycling, biking; 骑车, 骑行, 骑自行车
football: football, soccer; 足球
basketball: basketball; 篮球
tennis: tennis; 网球
badminton: badminton; 羽毛球
yoga: yoga; 瑜伽
chess: chess; 国际象棋, 象棋
travel: travel, travelling, traveling; 旅行, 旅游
photography: photography; 摄影, 拍照
cooking: cooking; 做饭, 烹饪, 下厨
cats: cats, cat; 猫
dogs: dogs, dog; 狗
penicillin: penicillin; 青霉素
pollen: pollen; 花粉
dairy: dairy, lactose, milk products; 乳制品, 乳糖
gluten: gluten; 麸质
latex: latex; 乳胶
bees: bee stings, bees, bee; 蜂毒
dust: dust, dust mites; 尘螨, 灰尘
meetings: meetings, meeting; 会议, 开会
phone_calls: phone calls, calls; 电话, 打电话, 接电话
email: email, emails; 邮件, 电子邮件
spring: spring; 春天
summer: summer; 夏天
autumn: autumn, fall; 秋天
winter: winter; 冬天
getting_up_early: getting up early, early mornings; 早起
overtime: overtime; 加班
children: children, kids, child; 孩子, 小孩
colour: colour, color; 颜色
food: food, dish; 食物, 菜, 美食
season: season; 季节
sport: sport, sports; 运动
number: number; 数字
"""

CONCEPTS = """
job: job, work, occupation, profession, living; 工作, 职业, 上班
employer: employer, company; 公司, 单位, 东家
name: name, called; 名字, 姓名, 叫
home: live, living, home, city, based, town; 住, 家, 城市, 居住
birthday: birthday, born; 生日, 出生
allergy: allergy, allergic, allergies; 过敏
age: age, old; 年龄, 岁, 多大
meeting: meeting, meetings; 会, 会议, 开会
review: review; 评审, 评审会
product: product; 产品
weekly_meeting: weekly, team meeting; 周会, 例会
interview: interview; 面试
dentist: dentist; 牙医, 看牙
doctor: doctor; 医生, 看病
flight: flight, plane, flying, fly; 航班, 飞机
train: train; 火车, 高铁
dinner: dinner; 晚饭, 晚餐
lunch: lunch; 午饭, 午餐
bike: bike, bicycle; 自行车, 单车
car: car; 车, 汽车
phone: phone, mobile; 手机, 电话
database: database, db; 数据库
stack: stack; 技术栈
team: team; 团队, 队, 组
deploy: deploy, deployment; 部署, 上线
release: release; 发布
"""

RELATIONS = """
wife: wife; 妻子, 老婆, 太太, 爱人, 媳妇
husband: husband; 丈夫, 老公, 先生
partner: partner, girlfriend, boyfriend, fiancé, fiancée, fiance
partner: fiancee, 女朋友, 男朋友, 女友, 男友, 对象, 未婚妻, 未婚夫
mother_in_law: mother-in-law; 岳母, 婆婆, 丈母娘
father_in_law: father-in-law; 岳父, 公公, 老丈人
sister_in_law: sister-in-law; 嫂子, 弟媳, 小姨子
brother_in_law: brother-in-law; 姐夫, 妹夫, 小舅子
mother: mother, mom, mum; 妈妈, 母亲, 老妈, 妈
father: father, dad; 爸爸, 父亲, 老爸, 爸
sister: sister, younger sister, older sister, elder sister, big sister, little sister
sister: twin sister, half-sister, stepsister; 姐姐, 妹妹, 姐, 妹
brother: brother, younger brother, older brother, elder brother, big brother, little brother
brother: twin brother, half-brother, stepbrother; 哥哥, 弟弟, 哥, 弟
son: son, eldest son, youngest son; 儿子
daughter: daughter, eldest daughter, youngest daughter; 女儿, 闺女
child: child, kid; 孩子
parents_in_law: in-laws, parents-in-law; 岳父岳母, 公公婆婆, 公婆
parents: parents, folks; 父母, 爸妈, 爸爸妈妈, 父母亲
grandparents: grandparents; 祖父母, 爷爷奶奶, 外公外婆
grandmother: grandmother, grandma; 奶奶, 外婆, 姥姥
grandfather: grandfather, grandpa; 爷爷, 外公, 姥爷
grandchild: grandson, granddaughter; 孙子, 孙女, 外孙
uncle: uncle; 叔叔, 舅舅, 伯伯, 姑父, 姨父
aunt: aunt; 阿姨, 姑姑, 姨妈, 舅妈, 婶婶
nephew: nephew; 侄子, 外甥
niece: niece; 侄女, 外甥女
cousin: cousin; 表哥, 表姐, 表弟, 表妹, 堂哥, 堂弟, 堂姐, 堂妹
boss: boss, manager, supervisor, team lead, line manager; 老板, 上司, 领导, 经理, 主管
colleague: colleague, coworker, co-worker, teammate, desk mate; 同事, 队友, 搭档
friend: friend, best friend, buddy; 朋友, 好朋友, 闺蜜, 哥们, 好友
roommate: roommate, flatmate, housemate; 室友, 舍友
neighbour: neighbour, neighbor; 邻居
landlord: landlord, landlady; 房东
teacher: teacher, tutor, professor, advisor, adviser, supervisor; 老师, 导师, 班主任
doctor: doctor, gp; 医生
dentist: dentist; 牙医
therapist: therapist, psychologist; 心理医生
vet: vet; 兽医
lawyer: lawyer; 律师
hairdresser: hairdresser, barber; 理发师
accountant: accountant; 会计
trainer: trainer, personal trainer; 私教, 健身教练
nanny: nanny, babysitter; 保姆
assistant: assistant, secretary; 助理, 秘书
intern: intern; 实习生
client: client, customer; 客户
mentor: mentor, coach; 师傅, 教练
classmate: classmate; 同学
dog: dog, puppy; 狗, 小狗, 狗狗, 金毛, 柯基, 哈士奇, 泰迪, 边牧, 拉布拉多
dog: golden retriever, labrador, poodle, husky, corgi, beagle, dachshund, terrier
cat: cat, kitten; 猫, 小猫, 猫咪
pet: pet, rabbit, hamster, parrot, tortoise, horse; 宠物, 兔子, 仓鼠, 鹦鹉, 乌龟
"""

TECHNOLOGY = """
database: postgres, postgresql, mysql, sqlite, mongodb
database: oracle, mariadb, cockroachdb, dynamodb, cassandra, redis
programming_language: python, rust, go, golang, java, kotlin
programming_language: typescript, javascript, c++, c#, ruby, php, scala
framework: react, vue, angular, svelte, django, flask, fastapi, rails, spring, next.js
cloud: aws, azure, gcp, google cloud, alibaba cloud, 阿里云, 腾讯云, 华为云
operating_system: linux, windows, macos, ubuntu, debian, fedora, arch
editor: vim, neovim, emacs, vscode, vs code, pycharm, intellij
queue: kafka, rabbitmq, nats, pulsar
ci: jenkins, github actions, gitlab ci, circleci
chat_tool: slack, microsoft teams, teams, discord, 飞书, 钉钉, 企业微信
tracker: jira, linear, trello, asana, notion
"""

JOBS_EN = """
engineer developer programmer designer teacher nurse doctor lawyer manager student architect
accountant analyst consultant scientist researcher writer journalist editor photographer chef
cook driver pilot electrician plumber carpenter farmer artist musician actor actress director
producer translator interpreter librarian pharmacist dentist surgeon vet veterinarian physicist
chemist biologist economist mathematician professor lecturer therapist psychologist barista
waiter waitress cashier salesperson recruiter marketer administrator admin tester founder
freelancer entrepreneur ceo cto cfo intern paramedic firefighter officer soldier baker butcher
tailor mechanic technician operator planner secretary receptionist copywriter postdoc sysadmin
pm paralegal judge coach trainer guide midwife optician physiotherapist dietitian hairdresser
barber stylist roofer welder bricklayer painter decorator gardener janitor cleaner nanny carer
caretaker bartender sommelier blacksmith jeweller locksmith postman courier captain sailor
fisherman miner joiner glazier potter sculptor composer singer dancer comedian podcaster
youtuber blogger statistician geologist astronomer historian archaeologist linguist
philosopher veterinary radiologist cardiologist paediatrician pediatrician psychiatrist
undertaker auctioneer broker trader banker underwriter actuary auditor controller buyer
"""

JOBS_ZH = """
工程师 设计师 架构师 分析师 会计师 律师 医师 教师 老师 厨师 摄影师 药剂师 咨询师 程序员 运营
测试员 服务员 飞行员 公务员 研究员 管理员 售货员 快递员 司机 医生 护士 教授 讲师 学生 研究生
博士生 大学生 经理 产品经理 项目经理 总监 主管 会计 出纳 记者 编辑 作家 翻译 演员 导演 歌手 画家
音乐家 科学家 警察 军人 农民 工人 法官 顾问 销售 客服 前台 秘书 助理 实习生 创始人 测试 开发
设计 产品 市场 财务 人事 行政 前端 后端 算法 研发 运维 数据分析 采购 项目管理 教研 编剧 CEO CTO
HR
"""

ILLNESSES_ZH = """
糖尿病 哮喘 高血压 低血压 癫痫 偏头痛 关节炎 抑郁症 焦虑症 癌症 心脏病 失眠 鼻炎 胃病 胃炎 湿疹
近视 贫血 痛风 腰椎间盘突出
"""

EVENTS_EN = (
    r"(?:meeting|review|call|appointment|interview|lunch|dinner|breakfast|brunch|stand-?up|sync|"
    r"catch-?up|1:1|one-on-one|demo|workshop|training|class|lesson|flight|train|dentist|check-?up|"
    r"party|wedding|exam|test|presentation|session|conference|webinar|trip|visit|kick-?off|"
    r"retro(?:spective)?|planning|reservation|booking|concert|check-in|haircut|surgery|hearing|"
    r"briefing|rehearsal|seminar|lecture|tour|game|match|viewing|massage|parents' evening|ceremony|"
    r"funeral|graduation|barbecue|bbq|picnic|delivery|pick-?up|inspection|hackathon|fitting|"
    r"vaccination|drinks|doctor|hairdresser|physio|vet|lesson|practice|recital|open day|hike)"
)

EVENTS_ZH = (
    r"(?:会议|开会|评审会|评审|周会|例会|站会|早会|晨会|会谈|会面|面谈|见面|"
    r"面试|约会|预约|航班|飞机|火车|高铁|课|课程|培训|讲座|"
    r"午饭|午餐|晚饭|晚餐|早餐|聚餐|聚会|饭局|电话|电话会|拜访|体检|复诊|"
    r"看病|看医生|看牙医|看牙|牙医|手术|演示|汇报|讨论|讨论会|答辩|"
    r"考试|婚礼|旅行|出差|吃饭|火锅|聚会|家长会|组会|答谢会|面诊|疫苗|电影|搬家|发布会|"
    r"研讨会|沟通会|复盘会|启动会|演唱会|音乐会|比赛|理发|会)"
)

ILLNESSES = (
    r"diabetes|asthma|epilepsy|migraines?|hypertension|high blood pressure|arthritis|depression|"
    r"anxiety|adhd|cancer|celiac disease|insomnia|hay fever|a heart condition|back pain|eczema"
)

SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田"
    "杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康"
    "贺严尹钱施牛洪龚汤陶黎温莫易樊乔文安殷颜庄章鲁倪庞邢俞翟蓝聂齐向申葛岳柳欧骆耿关焦左裴涂祝柯"
    "阮路辛管阳穆朴费岑卜褚冉卞宁甄柏苗凌包成游裘丛霍佟盛虞柴"
)
"""The commonest family names, one character each."""

CHOICES = (
    (
        (
            r"(?:an? |the )?(?:window|aisle|middle) seats?(?: .*)?|(?:坐)?靠(?:窗|"
            r"过道|走道)(?:的)?(?:座位|位置|座)?|(?:窗边|过道)的?(?:座位|位置)"
        ),
        "seat",
    ),
    (r"(?:the )?(?:dark|light) (?:mode|theme)|(?:深色|浅色|暗色|夜间)(?:模式|主题)?", "theme"),
    (
        (
            r"(?:short|brief|concise|long|detailed)(?:er)? (?:answers|replies)|(?:简短|"
            r"简洁|详细|长)的?(?:回答|回复)"
        ),
        "answer_length",
    ),
)
"""Things of which a person prefers one: a new choice takes the place of the old one."""
